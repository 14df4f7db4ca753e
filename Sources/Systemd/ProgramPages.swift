import CSystemd
import Glibc

/// The pages in memory of the program's file and of its libraries' files.
public enum ProgramPages {
  /// Takes them out of the process, so that only those that are used from now on count as its memory.
  ///
  /// What runs once, at a start, else stays mapped for ever: the greater part of what a small daemon has
  /// of files. The pages stay in the page cache, unless the system needs the memory; the next use of one is a minor
  /// fault that maps those around it too. Nothing is freed at once, and nothing is written.
  ///
  /// Only what is the file's own is let go: a segment that may be written, or in which a page is the process's (text
  /// that was relocated, a debugger's breakpoint), stays as it is, and so does all where `/proc/self/pagemap`
  /// cannot be read. Other threads may run on, as the loader keeps the segments meanwhile.
  ///
  /// - Returns: The size of the segments that were let go, in bytes.
  @discardableResult
  public static func letGo() -> Int {
    let raw = unsafe open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC)
    guard raw >= 0 else { return 0 }
    var visit = SegmentVisit(pagemap: raw)
    unsafe withUnsafeMutablePointer(to: &visit) { unsafe navd_visit_segments(visitSegment, $0) }
    _ = close(raw)
    return visit.size
  }
}

private nonisolated struct SegmentVisit {
  let pagemap: Int32
  let page = Int(getpagesize())
  var size = 0
  private var entries = [UInt64](repeating: 0, count: 512)

  init(pagemap: Int32) {
    self.pagemap = pagemap
  }

  mutating func letGo(_ address: UInt, _ count: Int) {
    let first = Int(bitPattern: address) / page
    let end = (Int(bitPattern: address) &+ count &+ page &- 1) / page
    guard first < end, !hasOwnPage(first..<end) else { return }
    let start = unsafe UnsafeMutableRawPointer(bitPattern: first &* page)
    if unsafe madvise(start, (end &- first) &* page, Int32(MADV_DONTNEED)) == 0 {
      size &+= (end &- first) &* page
    }
  }

  /// Whether a page in memory or swapped out is not the file's (proc_pid_pagemap(5): bits 63, 62 and 61), or
  /// that cannot be known.
  private mutating func hasOwnPage(_ pages: Range<Int>) -> Bool {
    var next = pages.lowerBound
    while next < pages.upperBound {
      let wanted = min(pages.upperBound &- next, entries.count)
      let got = unsafe pread(pagemap, &entries, wanted &* 8, next &* 8)
      guard got == wanted &* 8 else { return true }
      for entry in entries[..<wanted] where entry >> 62 != 0 && entry >> 61 & 1 == 0 {
        return true
      }
      next &+= wanted
    }
    return false
  }
}

private nonisolated func visitSegment(
  _ address: UInt, _ size: Int, _ flags: UInt32, _ context: UnsafeMutableRawPointer?
) {
  guard flags & UInt32(PF_W) == 0, let context = unsafe context else { return }
  unsafe context.assumingMemoryBound(to: SegmentVisit.self).pointee.letGo(address, size)
}
