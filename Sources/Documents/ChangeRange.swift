/// Consecutive changes of one author, by the ids of the first and the last (decision 16).
///
/// The ids are those of `Stet-Change`, which survive a replay; a commit without one, such as a merge, has its own id.
package struct ChangeRange: Hashable, Sendable {
  /// The first change.
  package var first: String
  /// The last change; equal to the first for a single change.
  package var last: String

  /// Creates a range; without `last` one of a single change.
  package init(_ first: String, to last: String? = nil) {
    self.first = first
    self.last = last ?? first
  }

  /// Parses the value of a `Stet-Undoes` trailer, `first` or `first..last`; nil if an id is empty.
  package init?(trailer value: String) {
    let bytes = Array(value.utf8)
    let dot = UInt8(ascii: ".")
    let mark = bytes.indices.dropLast().first { bytes[$0] == dot && bytes[$0 + 1] == dot }
    let first = String(decoding: bytes[..<(mark ?? bytes.count)], as: UTF8.self)
    let last = mark.map { String(decoding: bytes[($0 + 2)...], as: UTF8.self) } ?? first
    guard !first.isEmpty, !last.isEmpty else { return nil }
    self.init(first, to: last)
  }

  /// The value of the trailer.
  package var trailer: String { first == last ? first : first + ".." + last }
}
