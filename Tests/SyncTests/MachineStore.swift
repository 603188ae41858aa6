import Git

/// A second handle on a machine's repository.
struct MachineStore {
  let store: Repository

  init(_ root: String) throws { store = try Repository(root: root) }
}
