public import JSON

/// The one normal form of every payload, whatever dialect it came in.
///
/// `data` is the object in which class names, rules and params are looked for; it is a node of the
/// payload's own document, or of ``Delivery/Nested`` where the dialect carries it as JSON text.
public struct Delivery: Sendable {
  /// The outer dialect that claimed the payload.
  public var dialect: Dialect
  /// What decided that it did: a JSON Pointer, for the trace.
  public var marker: Text
  /// The screen or class name, where the payload has one.
  public var screen: Text?
  /// The link, where the payload has one.
  public var link: Text?
  /// Where the link stood: a JSON Pointer.
  public var linkAt: Text = ""
  /// Named values that may fill params, as encoded JSON, in order; system keys are left out.
  public var fields: [Params.Item] = []
  /// The methods to call.
  public var calls: [Text] = []
  /// The data object as JSON text, in which the manifest's rules look second; empty where it is the payload itself.
  public var data: Text = ""
  /// What people read.
  public var title: Text?
  /// What people read.
  public var body: Text?
  /// A picture's URL.
  public var image: Text?
  /// The buttons, with their links.
  public var buttons: [Notice.Button] = []
  /// The message's own id.
  public var messageID: Text?
  /// The collapse key, tag or topic.
  public var collapseKey: Text?
  /// Time to live in milliseconds; 0: now or never.
  public var timeToLive: Int64?
  /// When it was sent, in Unix milliseconds.
  public var sentAt: Int64?
  /// Whether content says that a person tapped it.
  public var tapped: Bool
  /// Which button was tapped, where the payload says so.
  public var action: Text?
  /// Names of `fields` that already did something else, as a link or a title: they fill params that are
  /// declared, but are neither reported as dropped nor rejected where they are not.
  public var usedNames: [Text] = []
  /// The windowing system's activation token, where the payload has one.
  public var activationToken: Text?
  /// When it is worth nothing any more, in Unix milliseconds.
  public var expiresAt: Int64?
  /// Whether it is a push that shows nothing to people: it never navigates by itself.
  public var isSilent = false
  /// Why there is nothing to deliver, where the payload is traffic of the push system's own: the outcome is `ignored`.
  public var nothing: Text?

  /// Makes a delivery with nothing in it.
  public init(dialect: Dialect, marker: Text, tapped: Bool) {
    (self.dialect, self.marker, self.tapped) = (dialect, marker, tapped)
  }
}

/// The dialects that navd knows, by their names on the wire.
public enum Dialect: String, CaseIterable, Sendable {
  case navd, article, apns, fcm, fcm_device, jpush, magiclink, webpush, declarative, unifiedpush
  case ntfy, gotify, onesignal, expo, homeassistant, freedesktop, generic

  /// Its name on the wire.
  public var name: Text { Text(rawValue) }
}
