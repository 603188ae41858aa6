/// The progress of a set-up.
package enum SetUpProgress: Hashable, Sendable {
  /// The percentage of the remote's objects that git has fetched.
  case fetching(percent: Int)
  /// The number of files that were passed to git to be written into the folder, of all.
  case writing(files: Int, of: Int)
  /// The number of the folder's files that were compared with the recorded ones, of all.
  case recording(files: Int, of: Int)

  /// Reads a line of `git clone --progress`; nil for any line other than that of the received objects.
  package init?(git line: some StringProtocol) {
    guard let rest = line.split(separator: "Receiving objects:", maxSplits: 1, omittingEmptySubsequences: false).last,
      rest.count < line.count, let percent = Int(rest.drop { $0 == " " }.prefix { $0 != "%" })
    else { return nil }
    self = .fetching(percent: percent)
  }
}
