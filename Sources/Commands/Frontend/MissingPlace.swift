internal import FoundationEssentials
internal import Values

/// The remark on a place of the command line that does not exist in the workspace: an empty answer alone would not show
/// the mistake.
enum MissingPlace {
  /// Returns the remark on a place, with the nearest name in its folder; nil for a place that exists, and for none.
  ///
  /// - Parameter path: the path from the root; one with braces is a pattern.
  static func remark(on path: String?, in folder: WorkspaceFolder) -> String? {
    guard let path, !path.contains("{"), !exists(path, in: folder) else { return nil }
    let parts = path.split(separator: "/")
    let above = parts.dropLast().joined(separator: "/")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder.root)/\(above)")) ?? []
    let meant = NameDistance.nearest(to: String(parts.last ?? ""), among: names.sorted()).map { name in
      " Did you mean '\(above.isEmpty ? "" : above + "/")\(name)'?"
    }
    return TerminalText.name("stet: There is no file or folder '\(path)' now.\(meant ?? "")") + "\n"
  }

  /// Returns whether a place has a file, a folder or a link.
  private static func exists(_ path: String, in folder: WorkspaceFolder) -> Bool {
    (try? FileManager.default.attributesOfItem(atPath: "\(folder.root)/\(path)")) != nil
  }
}

extension CommandContext {
  /// Shows the remark on a place that does not exist, on standard error.
  func remark(onMissing path: String?, in folder: WorkspaceFolder) {
    if let remark = MissingPlace.remark(on: path, in: folder) { console.printError(remark) }
  }
}
