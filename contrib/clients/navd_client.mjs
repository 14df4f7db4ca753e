#!/usr/bin/env node
// A front end or observer of navd, for Node and Electron programs and for reading: no packages.
//
// Keeps a replica of a session's navigation state, comes back by itself when the connection is lost, asks
// for what it missed, and ignores what it does not know. As a program:
// navd_client.mjs [--socket PATH] [--app APP] [--observe] [--count N] SESSION
//
// Numbers beyond 2^53 lose digits in JavaScript: take them as strings (param type `string`).
import { EventEmitter } from "node:events";
import { existsSync, realpathSync } from "node:fs";
import { connect } from "node:net";
import { fileURLToPath } from "node:url";

/** NAVD_SOCKET, the user instance's socket where it is there, else the system's. */
export function socketPath(env = process.env) {
  const user = `${env.XDG_RUNTIME_DIR || "/nonexistent"}/navd/navd.sock`;
  return env.NAVD_SOCKET || (existsSync(user) ? user : "/run/navd/navd.sock");
}

/** Applies one command to a state. What is unknown, or names what is not there, changes nothing. */
export function apply(state, command) {
  const { op, tab, key } = command;
  const stack = Object.hasOwn(state.stacks, tab ?? "") ? state.stacks[tab] : undefined;
  const all = [...Object.values(state.stacks), state.modals];
  const place = (entries, key) => entries.findIndex((entry) => entry.key === key);
  switch (op) {
    case "reset": return command.state;
    case "select_tab": if (stack) state.tab = tab; break;
    case "push": stack?.push(command.entry); break;
    case "replace": stack?.splice(-1, 1, command.entry); break;
    case "pop":
      if (!stack) break;
      if (command.to === undefined) stack.splice(Math.max(1, stack.length - command.count));
      else if (place(stack, command.to) >= 0) stack.splice(place(stack, command.to) + 1);
      break;
    case "present": state.modals.push(command.entry); break;
    case "dismiss":
      if (place(state.modals, key) >= 0) state.modals.splice(place(state.modals, key));
      break;
    case "remove":
      for (const entries of all) {
        const index = place(entries, key);
        if (index >= 0 && (entries === state.modals || entries.length > 1)) entries.splice(index, 1);
      }
      break;
    case "update":
      for (const entry of all.flat()) if (entry.key === key) entry.params = command.params;
      break;
    case "notice":
    case "clear_notice": {
      const id = op === "notice" ? command.notice.id : command.id;
      state.notices = (state.notices ?? []).filter((notice) => notice.id !== id);
      if (op === "notice") state.notices.push(command.notice);
      break;
    }
    case "visit": state.visit = command.until === null ? null : { until: command.until }; break;
  }
  return state;
}

/**
 * One session, followed over any number of connections. Emits `navigate` (the event's params, applied to
 * `state`: make its calls, then `ack()`), `lost`, and `end` (an Error, or null) when it is over for good.
 */
export class Session extends EventEmitter {
  constructor(name, { app, role = "frontend", path = socketPath() } = {}) {
    super();
    Object.assign(this, { name, app, role, path, state: { stacks: {}, modals: [] } });
    Object.assign(this, { epoch: null, rev: null, acked: null, wait: 100, seen: false, over: false });
    this.open();
  }

  /** Says that everything so far has been done. Call it when the screen shows it. */
  ack() {
    this.acked = this.rev;
    this.send("ack", { session: this.name, rev: this.rev });
  }

  close() { this.finish(null); }
  send(method, params, more = {}) {
    if (this.socket?.writable) {
      this.socket.write(JSON.stringify({ jsonrpc: "2.0", method, params, ...more }) + "\n");
    }
  }

  open() {
    let rest = "";
    this.socket = connect(this.path).setEncoding("utf8");
    const after = this.rev === null ? undefined : { epoch: this.epoch, rev: this.rev };
    this.send("subscribe", { session: this.name, app: this.app, role: this.role, after }, { id: 1 });
    this.socket.on("data", (chunk) => {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop();
      for (const line of lines) if (!this.over && !this.socket.destroyed) this.take(JSON.parse(line));
    });
    this.socket.on("error", (error) => { if (!this.seen) this.finish(error); });
    this.socket.on("close", () => {
      if (this.over) return;
      this.emit("lost");
      setTimeout(() => this.over || this.open(), this.wait * (0.5 + Math.random() / 2));
      this.wait = Math.min(this.wait * 2, 5000);
    });
  }

  take({ id, method, params, result, error }) {
    if (error) {
      const passes = this.seen && ["session_busy", "busy"].includes(error.data?.kind);
      if (passes) this.socket.destroy();
      else this.finish(Object.assign(new Error(error.message), { kind: error.data?.kind }));
    } else if (id === 1 && result) {
      if (result.mode !== "resumed") this.epoch = this.rev = this.acked = null; // a snapshot follows
      else if (this.acked !== null) this.send("ack", { session: this.name, rev: this.acked });
    } else if (method === "navigate") {
      const resets = params.commands[0]?.op === "reset";
      if (!resets && this.rev !== null && params.rev <= this.rev) return;
      if (!resets && (params.epoch !== this.epoch || params.rev !== this.rev + 1)) {
        this.epoch = this.rev = null; // an event is missing: begin again
        this.socket.destroy();
        return;
      }
      this.state = params.commands.reduce(apply, this.state);
      Object.assign(this, { epoch: params.epoch, rev: params.rev, seen: true, wait: 100 });
      this.emit("navigate", params);
    } else if (method === "ended") {
      this.finish(Object.assign(new Error(params.reason), { kind: "ended" }));
    }
  }

  finish(error) {
    if (this.over) return;
    this.over = true;
    this.socket.end();
    this.emit("end", error);
  }
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const words = process.argv.slice(2);
  const take = (name) => { const at = words.indexOf(name); return at < 0 ? undefined : words.splice(at, 2)[1]; };
  const flag = (name) => { const at = words.indexOf(name); return at >= 0 && !!words.splice(at, 1); };
  const [path, app, count, observes] = [take("--socket"), take("--app"), Number(take("--count")), flag("--observe")];
  const session = new Session(words[0], { app, path, role: observes ? "observer" : "frontend" });
  let number = 0;
  session.on("navigate", ({ rev, commands }) => {
    console.log(JSON.stringify({ rev, commands, state: session.state }));
    if (!observes) session.ack();
    if (++number === count) session.close();
  });
  session.on("end", (error) => error && (process.exitCode = 1, console.error(`navd_client: ${error.message}`)));
}
