/// What a write does to its path.
package enum WriteAction: Sendable, Codable, Hashable {
  /// The file holds exactly these bytes (base64 in JSON). Makes it and its folders where missing.
  case put([UInt8])
  /// These bytes come behind what stands there, by a real `O_APPEND` write; makes the file where missing.
  case append([UInt8])
  /// A text that must be found exactly once is replaced (all of them with `everywhere`).
  case edit(old: String, new: String, everywhere: Bool)
  /// The file is taken away; its versions stay in history.
  case delete
  /// The file or folder gets another path; nothing may stand there.
  case move(to: String)
  /// The file holds what another, or itself, has in a revision (nil: has now), with its mode. The revision is a commit,
  /// anything stock git resolves, or the token of a version that the other file had.
  case copy(from: String, revision: String?)
}
