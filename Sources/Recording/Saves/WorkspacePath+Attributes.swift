internal import GitObjects

extension WorkspacePath {
  /// Whether git reads attributes from the path.
  var isOfAttributes: Bool { name == ".gitattributes" }
}
