internal import GitObjects

/// Files whose objects do not come or go, and why. Pure.
struct TransferTrouble: Hashable, Sendable {
  /// Reasons that are told; of the others their number.
  private static let mostReasons = 3

  /// The files.
  var paths: [String]
  /// Why, for people.
  var reason: String
  /// Whether the other end cannot be reached.
  var isOffline: Bool
  /// Whether they are to be sent, and not to come.
  var isUpload: Bool

  /// What is said of all troubles, a sentence each: of an end that cannot be reached once for all files.
  ///
  /// - Parameter host: the other end's name.
  static func sentences(_ troubles: [TransferTrouble], host: String) -> [String] {
    var sentences: [String] = []
    let waiting = Set(troubles.filter(\.isOffline).flatMap(\.paths).map(NameKey.init)).count
    if waiting > 0 {
      sentences.append("no connection to \(host): \(waiting == 1 ? "1 file waits" : "\(waiting) files wait")")
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
