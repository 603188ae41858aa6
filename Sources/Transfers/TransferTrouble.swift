internal import GitObjects
internal import Values

/// Files whose objects cannot be downloaded or uploaded, with the reason. Pure.
package struct TransferTrouble: Hashable, Sendable {
  /// The maximum number of reasons that are listed; the remaining files are counted.
  private static let mostReasons = 3

  /// The files.
  var paths: [String]
  /// The reason, for the person.
  var reason: String
  /// Whether the remote cannot be reached.
  var isOffline: Bool
  /// Whether the objects are to be uploaded; else downloaded.
  var isUpload: Bool

  /// Returns the sentences for all troubles: an unreachable remote has one sentence for all of its files.
  ///
  /// - Parameter host: the remote's name.
  package static func sentences(_ troubles: [TransferTrouble], host: String) -> [String] {
    var sentences: [String] = []
    let waiting = Set(troubles.filter(\.isOffline).flatMap(\.paths).map(NameKey.init)).count
    if waiting > 0 {
      sentences.append("no connection to \(host): \(Counted.text(waiting, "file waits", "files wait"))")
    }
    var reasons: [(reason: String, isUpload: Bool, paths: [String])] = []
    for trouble in troubles where !trouble.isOffline {
      if let index = reasons.firstIndex(where: { $0.reason == trouble.reason && $0.isUpload == trouble.isUpload }) {
        reasons[index].paths += trouble.paths
      } else {
        reasons.append((trouble.reason, trouble.isUpload, trouble.paths))
      }
    }
    for (reason, isUpload, paths) in reasons.prefix(mostReasons) {
      let isOne = paths.count == 1
      let verb = isUpload ? (isOne ? "is not sent" : "are not sent") : (isOne ? "does not come" : "do not come")
      sentences.append("\(isOne ? paths[0] : "\(paths.count) files") \(verb): \(reason)")
    }
    let more = reasons.dropFirst(mostReasons).reduce(0) { $0 + $1.paths.count }
    if more > 0 { sentences.append("\(more) more meet other problems ('stet list -r' names them)") }
    return sentences
  }
}
