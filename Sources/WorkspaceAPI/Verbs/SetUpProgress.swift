/// How far a set-up is.
package enum SetUpProgress: Hashable, Sendable {
  /// Git fetched so many of a hundred parts of the remote's objects.
  case fetching(percent: Int)
  /// Git was given so many of the files that it writes into the folder.
  case writing(files: Int, of: Int)
  /// So many files of the folder were compared with what is recorded.
  case recording(files: Int, of: Int)

  /// Reads a line of `git clone --progress`; nil for any other than that of the received objects.
  package init?(git line: some StringProtocol) {
    guard let rest = line.split(separator: "Receiving objects:", maxSplits: 1, omittingEmptySubsequences: false).last,
      rest.count < line.count, let percent = Int(rest.drop { $0 == " " }.prefix { $0 != "%" })
    else { return nil }
    self = .fetching(percent: percent)
  }
}
