/// The distance between two names, for suggestions after a typing error.
package enum NameDistance {
  /// Returns the number of letters to change, add, remove or exchange with the next that turn one name into the other.
  package static func between<Letter: Equatable>(_ first: [Letter], _ second: [Letter]) -> Int {
    var rows = [Array(0...second.count)]
    for (index, letter) in first.enumerated() {
      var row = [index + 1]
      for (place, other) in second.enumerated() {
        var cost = min(rows[index][place] + (letter == other ? 0 : 1), rows[index][place + 1] + 1, row[place] + 1)
        if index > 0, place > 0, letter == second[place - 1], first[index - 1] == other {
          cost = min(cost, rows[index - 1][place - 1] + 1)
        }
        row.append(cost)
      }
      rows.append(row)
    }
    return rows[first.count][second.count]
  }
}

extension NameDistance {
  /// Returns the nearest known name of which at most a third of the letters differ; nil for none. Case, `_`, `-` and
  /// blanks make no difference.
  package static func nearest(to name: String, among names: some Sequence<String>) -> String? {
    let folded = fold(name)
    let found = names.map { ($0, between(folded, fold($0))) }.min { $0.1 < $1.1 }
    return found.flatMap { $0.1 <= max(1, folded.count / 3) ? $0.0 : nil }
  }

  /// Returns the question about the nearest known name, such as ` Did you mean 'log'?`; empty for none.
  package static func hint(to name: String, among names: some Sequence<String>) -> String {
    nearest(to: name, among: names).map { " Did you mean '\($0)'?" } ?? ""
  }

  /// Returns the first letters of a name in lower case, without `_`, `-` and blanks.
  package static func fold(_ name: String) -> [Character] {
    name.prefix(60).lowercased().filter { !"_- ".contains($0) }.map(\.self)
  }
}
