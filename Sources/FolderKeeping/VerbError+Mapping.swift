package import FileSystem
package import GitObjects
package import Recording
package import WorkTree
package import WorkspaceAPI

extension VerbError {
  /// Makes the error for a failed file operation.
  package init(_ error: FileError) {
    let next: String? =
      switch error.code {
      case .noSpace: "free some space; waiting changes are then recorded"
      case .denied: "give yourself the right to read and write there"
      case .readOnly: "mount the file system writable"
      default: nil
      }
    self.init(.failed, error.description, kept: "Nothing that was recorded is affected.", next: next, path: error.path)
  }

  /// The reason of an error that a damaged or missing object causes.
  package static let damaged = "repository.damaged"

  /// Makes the error for a failed operation of the repository.
  package init(_ error: ObjectStoreError) {
    let isDamage =
      switch error {
      case .missing, .damaged: true
      default: false
      }
    self.init(
      .failed, error.description, kept: "The files are as they are.", next: "'stet doctor' looks at the repository",
      reason: isDamage ? Self.damaged : nil)
  }

  /// Makes the error for a failed recording.
  package init(_ error: RecordError) {
    switch error {
    case .disk(let error): self.init(error)
    case .repository(let error): self.init(error)
    case .paused(let reason):
      self.init(
        .question, "Recording is paused: \(reason)", kept: "Files on disk are as they are.",
        next: "See 'stet status' and 'stet questions'.")
    case .readOnly(let reason):
      self.init(
        .failed, "Nothing can be recorded: \(reason)", kept: "Files on disk and all that was recorded are whole.",
        next: "Free space or repair the disk: recording continues by itself; if not, 'stet stop' and 'stet start'.")
    }
  }

  /// Makes the error for a failure in any part of the engine.
  ///
  /// - Parameter reason: the beginning of the message for an error without a form of its own.
  package init(any error: any Error, otherwise reason: String? = nil) {
    switch error {
    case let error as VerbError: self = error
    case let error as RecordError: self.init(error)
    case let error as ObjectStoreError: self.init(error)
    case let error as FileError: self.init(error)
    default: self.init(.failed, reason.map { "\($0): \(error)" } ?? "\(error)")
    }
  }

  /// Makes the error for a refused write.
  package init(_ refusal: WriteRefusal, path: String) {
    let kept = "The file is as it was."
    switch refusal {
    case .stale(_, let current):
      self.init(
        .stale, "\(path) was changed at the same place since the version you were given.", kept: kept,
        next: "Read it again and make your change on the present text.", path: path, currentToken: current)
    case .unknownVersion(let id):
      self.init(
        .usage, "No version \(id.hex.prefix(12)) of \(path) is known here.", kept: kept,
        next: "Read the file and use the token you are given.", path: path)
    case .notFound:
      self.init(.notFound, "There is no file \(path).", kept: "Nothing was changed.", path: path)
    case .notUnique(let count):
      self.init(
        .failed,
        count == 0
          ? "The text to replace is not in \(path)."
          : "The text to replace occurs \(count) times in \(path).", kept: kept,
        next: count == 0 ? "Read the file again." : "Give more of the text around it, or replace all.",
        path: path)
    case .notText:
      self.init(.failed, "\(path) is not text.", kept: kept, next: "Write the whole file instead.", path: path)
    case .notHere:
      self.init(
        .busy, "The content of \(path) is not on this machine.", kept: kept, next: "'stet download \(path)' brings it.",
        path: path)
    case .pointerText:
      self.init(
        .failed, "The text for \(path) is a pointer to unknown content.",
        kept: kept, next: "Write the content itself.", path: path)
    case .exists(let target):
      self.init(
        .stale, "\(target.string) exists already.", kept: "Nothing was changed.",
        next: "Read it, or choose another name.", path: target.string)
    case .notAFile:
      self.init(.failed, "\(path) is a folder, a special file, or a link out of the workspace.", kept: kept, path: path)
    case .foreign(let folder): self.init(folder, path: path, kept: kept)
    case .beingSaved:
      self.init(
        .busy, "\(path) is being saved, or git is at work in the folder.", kept: kept, next: "Try again in a moment.",
        path: path)
    case .disk(let error):
      self.init(error)
      kept.isEmpty ? () : (self.kept = kept)
    case .partial(let error):
      self.init(error)
      self.kept = "A part of the text is in the file, under your name."
      self.next = "Read the file again before you append the rest."
    case .repository(let error): self.init(error)
    case .paused(let reason): self.init(RecordError.paused(reason))
    case .readOnly(let reason): self.init(RecordError.readOnly(reason))
    }
  }
}

extension VerbError {
  /// The reason of an error about a folder whose content Stet does not record.
  package static let foreignFolder = "folder.foreign"

  /// Makes the error for a path that is, is inside or contains a folder whose content Stet does not record; for any
  /// other path, the target of a move is there, or that of a link.
  package init(_ folder: ForeignFolder, path: String, kept: String, isLink: Bool = false) {
    var next = "Change it with the program that manages that folder, or name a path elsewhere."
    let relation: String
    if path.hasSameBytes(as: folder.path) {
      relation = "is"
    } else if path.utf8.starts(with: (folder.path + "/").utf8) {
      relation = "is in \(folder.path):"
    } else if folder.path.utf8.starts(with: (path + "/").utf8) {
      relation = "contains \(folder.path):"
      next = "Move it with another program, or move the other files one by one."
    } else {
      relation = isLink ? "is a link into \(folder.path):" : "cannot be moved into \(folder.path):"
    }
    self.init(
      .refused, "\(path) \(relation) \(folder.boundary).", kept: kept, next: next, path: path,
      reason: Self.foreignFolder)
  }
}

extension WorkspacePath {
  /// Makes the path that a text names.
  ///
  /// - Throws: `VerbError`, `.usage` for an invalid path.
  package init(checking text: String) throws(VerbError) {
    do throws(WorkspacePathError) { self = try WorkspacePath(text) } catch {
      throw VerbError(.usage, error.description, kept: "Nothing was changed.", path: text)
    }
  }
}
