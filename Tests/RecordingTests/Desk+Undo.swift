import Documents
import GitObjects
import Recording
import TestSupport
import Testing
import WorkTree

extension Desk {
  /// Takes commits back, newest first, as the person; answers what became of each write.
  @discardableResult
  func undo(_ commits: ObjectID..., meanwhile: () throws -> Void = {}) throws -> (plan: UndoPlan, done: [WriteOutcome])
  {
    wait()
    let recorder = try running()
    var origin = WriteOrigin.person
    origin.undoes = [ChangeRange("x")]
    let plan = try UndoPlan(
      takingBack: UndoPlan.Step.joining(commits, graph: recorder.graph), tip: try #require(recorder.tip),
      graph: recorder.graph, store: recorder.objects, origin: origin)
    try meanwhile()
    let done = plan.writes.isEmpty ? [] : recorder.perform(plan.writes)
    for write in plan.writes where write.action == .delete { recorder.tree.removeEmptyFolders(above: write.path) }
    return (plan, done)
  }

  /// The newest commit.
  func newest() throws -> ObjectID { try #require(try running().tip) }
}
