internal import CICal

/// The parsed text of a calendar's file: the one owner of libical's tree. All pointers into the tree are valid as long
/// as this object exists, and are used on the thread that made it.
final class CalendarText {
  /// The deepest nesting that is parsed: a calendar's own depth is 3, and libical frees a tree by recursion.
  private static let deepest = 16

  /// The calendars in the file, or the parts of a file that has no calendar around them.
  let calendars: [OpaquePointer]
  private let root: OpaquePointer

  /// Parses a text.
  ///
  /// - Returns: nil for a text without any part of a calendar.
  init?(_ text: String) {
    guard let root = text.withCString({ cical_parse($0) }) else { return nil }
    self.root = root
    calendars = cical_kind(root) == ICAL_XROOT_COMPONENT ? Self.parts(of: root, ICAL_VCALENDAR_COMPONENT) : [root]
  }

  deinit { cical_free(root) }

  /// The number of lines that libical could not read.
  var errors: Int { Int(cical_count_errors(root)) }

  /// Returns the parts of a kind in a component.
  static func parts(of component: OpaquePointer, _ kind: icalcomponent_kind) -> [OpaquePointer] {
    // A file may have a part of the kind alone.
    if cical_kind(component) == kind { return [component] }
    var parts: [OpaquePointer] = []
    var next = cical_first_part(component, kind)
    while let part = next {
      parts.append(part)
      next = cical_next_part(component, kind)
    }
    return parts
  }

  /// Returns the properties of a kind in a component.
  static func properties(of component: OpaquePointer, _ kind: icalproperty_kind) -> [OpaquePointer] {
    var properties: [OpaquePointer] = []
    var next = cical_first_property(component, kind)
    while let property = next {
      properties.append(property)
      next = cical_next_property(component, kind)
    }
    return properties
  }

  /// Returns the text of a component's first property of a kind; empty without one.
  static func text(of component: OpaquePointer, _ kind: icalproperty_kind) -> String {
    cical_first_property(component, kind).map { text($0) } ?? ""
  }

  /// Returns the text of a property; empty if it has none.
  static func text(_ property: OpaquePointer) -> String {
    guard let text = cical_text(property) else { return "" }
    defer { cical_text_free(text) }
    return String(cString: text)
  }
}

extension CalendarText {
  /// The reason why a file is not parsed, or not all of it.
  enum Damage: Hashable {
    /// The parts are nested too deeply.
    case nesting
    /// The file ends within a part, which is left out.
    case cut
  }

  /// Returns the first content lines of a file, each with its folded rest; nil if the file has no more of them, and is
  /// no longer than a number of bytes.
  static func beginning(of text: String, lines: Int, bytes: Int = .max) -> String? {
    var count = 0
    var isStart = true
    var size = 0
    for index in text.utf8.indices {
      size += 1
      switch text.utf8[index] {
      case 10, 13: isStart = true
      case 9, 32: isStart = false
      default:
        if isStart { count += 1 }
        guard count <= lines, !isStart || size <= bytes else { return String(text[..<index]) }
        isStart = false
      }
    }
    return nil
  }

  /// Returns the text of a file without a part that its end cuts off, and the damage.
  static func repaired(_ text: String) -> (text: String, damage: Damage?) {
    var open: [(name: Substring, start: String.Index)] = []
    let utf8 = text.utf8
    var line = utf8.startIndex
    while line < utf8.endIndex {
      let end = utf8[line...].firstIndex { $0 == 10 || $0 == 13 } ?? utf8.endIndex
      if let name = name(after: "BEGIN:", in: text[line..<end]) {
        open.append((name, line))
        guard open.count <= deepest else { return ("", .nesting) }
      } else if name(after: "END:", in: text[line..<end]) != nil {
        _ = open.popLast()
      }
      line = end < utf8.endIndex ? utf8.index(after: end) : end
    }
    guard let outer = open.first else { return (text, nil) }
    let kept = open.count > 1 ? text[..<open[1].start] : text[...]
    return (kept + "\r\nEND:\(outer.name)\r\n", .cut)
  }

  private static func name(after word: String, in line: Substring) -> Substring? {
    guard line.utf8.count > word.utf8.count, line.prefix(word.count).uppercased() == word else { return nil }
    return line.dropFirst(word.count)
  }
}
