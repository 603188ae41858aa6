internal import FileSystem
internal import FolderKeeping
internal import Permissions
internal import WorkTree
package import WorkspaceAPI

/// The check of a search by an agent's own tool in a workspace that no daemon serves: a search from above may come upon
/// any number of workspaces, and starts none of them.
///
/// It reads the policies and the folder and writes nothing, so the search is not in the audit log. An act for which a
/// person is to be asked is refused.
package enum UnservedSearch {
  /// Returns the reason to refuse a search of a whole workspace; nil if it is allowed.
  package static func refusal(_ request: BracketRequest, root: String) async -> String? {
    guard let agent = request.agent.agent, let tree = try? DiskTree(root: root) else { return nil }
    let policy = PolicyBook(tree: tree, isNew: false)
    let names = FormerNames(tree: tree, links: SymbolicLinks(of: tree), root: root)
    let check = SearchPermission(root: root, folders: FolderReader(root: root), limitsReading: policy.limitsReading) {
      let others = names.linkNames(of: $0)
      let act = AgentAct(
        .read, $0, names: others, formerNames: ([$0] + others).flatMap(names.names), tool: request.agent.tool,
        agent: agent)
      return policy.verdict(on: act).permission != .allow
    }
    do throws(VerbError) {
      try await check.permit(below: "", request) { tree.filesOnDisk(below: $0) }
      return nil
    } catch { return error.description }
  }
}
