internal import Git
internal import GitObjects
internal import History

/// What heals while the daemon runs.
extension WriteQueue {
  /// What was mended in the last 30 days.
  func repairs() -> [(seconds: Int64, sentence: String)] { repairLog.list(now: time.now().seconds) }

  /// Mends references that name nothing; whether there were any.
  func mendReferences() -> Bool {
    var known: [String: ObjectID] = [:]
    known[branch.reference] = branch.followed
    known[Recorder.tipReference] = recorder.tip
    known[Recorder.heldReference] = recorder.heldTip
    do throws(ObjectStoreError) {
      let mended = try repository.mendReferences(branch: branch.name, knowing: known)
      noteRepairs(mended.map(\.description))
      return !mended.isEmpty
    } catch {
      events.publish(.problem, "a reference could not be mended: \(error); it is tried again")
      return false
    }
  }

  /// Takes note of what was mended, and keeps versions from being published whose content is lost.
  func take(_ report: ObjectRescue.Report) {
    noteRepairs(report.mended)
    if report.hasGoneBack { isAuthorUnknown = true }
    var lost: [PathVersion: String] = [:]
    for item in report.lost where item.kind == .blob {
      if let path = item.path { lost[PathVersion(path, item.id)] = "its content is lost here" }
    }
    if !lost.isEmpty { recorder.refuse(lost) }
  }

  /// What is lost, in words: the path and the version that had it.
  func describe(_ item: MissingObjects.Item) -> (subject: String, message: String) {
    let commit = item.commit.flatMap { try? repository.commit($0) }
    let when = commit.map {
      TimeText.iso8601(seconds: $0.committer.seconds, offset: $0.committer.offset) + " (\($0.subject))"
    }
    let version = [item.commit.map { "commit \($0.hex.prefix(10))" }, when].compactMap(\.self).joined(separator: " of ")
    switch item.kind {
    case .blob:
      return (item.path ?? item.id.hex, "the version in \(version) is damaged and nowhere else; all others are whole")
    case .tree:
      return (
        item.path ?? "the folder", "the list of files in \(version) is damaged and nowhere else; later ones are whole"
      )
    case .commit, .tag:
      return (
        "history", "\(item.id.hex.prefix(10)), before \(version), is damaged and nowhere else; what came later is whole"
      )
    }
  }

  /// Says once what was mended, and notes it for the doctor.
  func noteRepairs(_ sentences: [String]) {
    repairLog.note(sentences, now: time.now().seconds)
    for sentence in sentences { events.publish(.problem, sentence) }
  }
}
