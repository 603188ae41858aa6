/// Changes of one author that follow each other, by the ids of the first and the last (decision 16).
///
/// The ids are those of `Stet-Change`, which survive a replay; of a commit that has none, such as a merge, the commit's.
package struct ChangeRange: Hashable, Sendable {
  /// The first change.
  package var first: String
  /// The last change; the first where there is one only.
  package var last: String

  /// Makes a range; one of a single change without `last`.
  package init(_ first: String, to last: String? = nil) {
    self.first = first
    self.last = last ?? first
  }

  /// Reads the value of a `Stet-Undoes` trailer, `first` or `first..last`; nil where an id is empty.
  package init?(trailer value: String) {
    let bytes = Array(value.utf8)
    let dot = UInt8(ascii: ".")
    let mark = bytes.indices.dropLast().first { bytes[$0] == dot && bytes[$0 + 1] == dot }
    let first = String(decoding: bytes[..<(mark ?? bytes.count)], as: UTF8.self)
    let last = mark.map { String(decoding: bytes[($0 + 2)...], as: UTF8.self) } ?? first
    guard !first.isEmpty, !last.isEmpty else { return nil }
    self.init(first, to: last)
  }

  /// The value of its trailer.
  package var trailer: String { first == last ? first : first + ".." + last }
}
