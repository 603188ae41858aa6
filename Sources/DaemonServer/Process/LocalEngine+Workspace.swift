package import DaemonClient
internal import WorkspaceAPI
internal import WorkspaceEngine

extension LocalEngine {
  /// The engine of this program.
  package static let workspace = LocalEngine(
    loadLibraries: { await Workspace.loadLibraries() },
    initialize: { settings, options async throws(VerbError) in
      try await WorkspaceSetUp.initialize(
        settings, remote: options.remote, useTemplate: options.usesTemplate, addsTemplate: options.addsTemplate,
        agrees: options.agrees)
    },
    clone: { url, branch, settings async throws(VerbError) in
      try await WorkspaceSetUp.clone(url, branch: branch, settings)
    },
    allowPublication: { root throws(VerbError) in try WorkspaceSetUp.allowPublication(root: root) },
    judgeSearch: { await UnservedSearch.refusal($0, root: $1) },
    merge: { FileMerge.merge($0) },
    tryMerge: { root, ours, theirs, rounds throws(VerbError) in
      try TrialMerge.run(root: root, ours, theirs, rounds: rounds)
    },
    serve: { settings, log, report async throws(VerbError) in
      let logger = DaemonLog.logger(log, root: settings.root)
      return try await DaemonProcess.run(settings, logger: logger, report: report)
    })
}
