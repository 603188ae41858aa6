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
      events.publish("problem", "a reference could not be mended: \(error); it is tried again")
      return false
    }
  }

  /// Says once what was mended, and notes it for the doctor.
  func noteRepairs(_ sentences: [String]) {
    repairLog.note(sentences, now: time.now().seconds)
    for sentence in sentences { events.publish("mended", sentence) }
  }
}
