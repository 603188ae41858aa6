// swift-tools-version: 6.1
import PackageDescription

// Targets by level, lowest first; every arrow points down (see DocC: Architecture). `scripts/check` holds each target to
// what it lists.

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6), .unsafeFlags(["-warnings-as-errors"]),
  // The tests import internal declarations of the release build, too.
  .unsafeFlags(["-enable-testing"], .when(configuration: .release)),
]

// `scripts/test --long` runs optimized tests for hours. Otherwise the optimizer takes longer than it saves.
let wantedTests = Context.environment["STET_TEST_TARGETS"]?.split(separator: " ")
let testing =
  strict
  + (wantedTests == nil
    ? [.unsafeFlags(["-Onone", "-no-whole-module-optimization", "-enable-batch-mode"], .when(configuration: .release))]
    : [])

let package = Package(
  name: "stet",
  products: [.executable(name: "stet", targets: ["stet"])],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
    // Without its full Foundation and its reading of configuration: neither is used.
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    // Level 0: C shims and pure values.
    .target(name: "CLinux"),
    .target(name: "CLoading"),
    .target(name: "CCrypto", dependencies: ["CLoading"]),
    .target(name: "CCurl", dependencies: ["CLoading"]),
    .target(name: "CICal", dependencies: ["CLoading"]),
    .systemLibrary(name: "CGit2", providers: [.apt(["libgit2-dev"])]),
    .target(name: "CGit2Calls", dependencies: ["CGit2", "CLoading"]),
    .target(name: "GitObjects", swiftSettings: strict),
    .target(name: "Values", swiftSettings: strict),
    .target(name: "Threads", swiftSettings: strict),
    .target(
      name: "Documents", dependencies: ["GitObjects", "Values", .product(name: "Yams", package: "Yams")],
      swiftSettings: strict),

    .target(name: "MCP", dependencies: ["Values"], swiftSettings: strict),
    // Level 1: the facts of abilities, pure.
    .target(name: "Payloads", dependencies: ["Values"], swiftSettings: strict),

    // Level 1: the disk, beneath one root.
    .target(
      name: "FileSystem",
      dependencies: ["CCrypto", "CLinux", "GitObjects", .product(name: "SystemPackage", package: "swift-system")],
      swiftSettings: strict),

    // Level 2: small files of Stet's own.
    .target(name: "LocalState", dependencies: ["FileSystem"], swiftSettings: strict),

    // Level 0: files of settings.
    .target(name: "Settings", dependencies: [.product(name: "TOMLKit", package: "TOMLKit")], swiftSettings: strict),

    // Level 1: requests to web servers.
    .target(name: "HTTPTransfer", dependencies: ["CCurl"], swiftSettings: strict),

    // Level 2: facts from outside the workspace.
    .target(
      name: "Facts",
      dependencies: ["CICal", "HTTPTransfer", "Payloads", "Settings", "Threads", "Values"], swiftSettings: strict),

    // Level 1: children of the program.
    .target(
      name: "Processes",
      dependencies: [
        .product(name: "Subprocess", package: "swift-subprocess"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: strict),

    // Level 2: calls of language models.
    .target(
      name: "Models",
      dependencies: [
        "HTTPTransfer", "Processes", "Settings", "Values",
        .product(name: "Subprocess", package: "swift-subprocess"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: strict),

    // Level 2: watching and git.
    .target(name: "FileWatching", dependencies: ["CLinux", "GitObjects", "Threads"], swiftSettings: strict),
    .target(
      name: "Git", dependencies: ["CCrypto", "CGit2", "CGit2Calls", "CLinux", "GitObjects", "Values"],
      swiftSettings: strict),

    .target(
      name: "LargeFiles",
      dependencies: [
        "FileSystem", "GitObjects", "HTTPTransfer", "Threads", "Values",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: strict),

    // Level 2: what the verbs of a workspace are asked and answer.
    .target(name: "WorkspaceAPI", dependencies: ["GitObjects", "Values"], swiftSettings: strict),

    // Level 3: claims and merging, pure.
    .target(name: "Coordination", dependencies: ["GitObjects", "WorkspaceAPI"], swiftSettings: strict),
    .target(name: "Merge", dependencies: ["Documents", "GitObjects", "Values"], swiftSettings: strict),

    // Level 3: stored prompts, pure.
    .target(
      name: "Abilities", dependencies: ["Documents", "Payloads", "Values", "WorkspaceAPI"], swiftSettings: strict),

    // Level 3: the journal and the audit on disk.
    .target(
      name: "Journal", dependencies: ["FileSystem", "GitObjects", "LocalState", "Values"], swiftSettings: strict),

    // Level 3: durable runs of agents.
    .target(
      name: "Sessions", dependencies: ["FileSystem", "LocalState", "Models", "Threads", "Values"],
      swiftSettings: strict),

    // Level 3: the child processes of git and ssh.
    .target(
      name: "GitProcess",
      dependencies: [
        "GitObjects", "HTTPTransfer", "LargeFiles", "Processes", "Values", "WorkspaceAPI",
        .product(name: "Subprocess", package: "swift-subprocess"),
        .product(name: "SystemPackage", package: "swift-system"),
      ], swiftSettings: strict),

    // Level 4: the files on disk.
    .target(
      name: "WorkTree",
      dependencies: [
        "Documents", "FileSystem", "GitObjects", "Journal", "LargeFiles", "LocalState", "Threads", "Values",
      ],
      swiftSettings: strict),

    // Level 4: the permissions of agents, pure.
    .target(
      name: "Permissions",
      dependencies: [
        "Abilities", "GitObjects", "Values", "WorkspaceAPI", .product(name: "TOMLKit", package: "TOMLKit"),
      ], swiftSettings: strict),

    // Level 5: the one writer.
    .target(
      name: "Recording",
      dependencies: [
        "Documents", "FileSystem", "GitObjects", "Journal", "LargeFiles", "LocalState", "Merge", "Values", "WorkTree",
      ],
      swiftSettings: strict),

    // Level 4: the search index, derived from the tip.
    .target(
      name: "SearchIndex",
      dependencies: [
        "Documents", "FileSystem", "GitObjects", "LargeFiles", "LocalState", "Merge", "Values",
        .product(name: "GRDB", package: "GRDB.swift"), .product(name: "GRDBSQLite", package: "GRDB.swift"),
        .product(name: "Yams", package: "Yams"),
      ],
      swiftSettings: strict),

    // Level 5: exchange with remotes; it calls the recorder through a protocol.
    .target(
      name: "Sync",
      dependencies: [
        "Documents", "FileWatching", "GitObjects", "GitProcess", "HTTPTransfer", "Merge", "Processes", "Threads",
        "Values", .product(name: "Subprocess", package: "swift-subprocess"),
        .product(name: "SystemPackage", package: "swift-system"),
      ], swiftSettings: strict),

    // Level 5: the search for secrets.
    .target(
      name: "Secrets",
      dependencies: [
        "Documents", "FileSystem", "Git", "GitObjects", "LocalState", "Merge", "Permissions", "Threads", "Values",
        "WorkTree",
      ], swiftSettings: strict),

    // Level 6: the objects of large files, between the folder and the remote.
    .target(
      name: "Transfers",
      dependencies: [
        "FileSystem", "Git", "GitObjects", "GitProcess", "HTTPTransfer", "LargeFiles", "LocalState", "Permissions",
        "Sync", "Threads", "Values", .product(name: "SystemPackage", package: "swift-system"),
      ], swiftSettings: strict),

    // Level 6: the keeper of a folder, which schedules the recorder's work.
    .target(
      name: "FolderKeeping",
      dependencies: [
        "Coordination", "Documents", "FileSystem", "FileWatching", "Git", "GitObjects", "GitProcess", "Journal",
        "LargeFiles", "LocalState", "Merge", "Permissions", "Recording", "Secrets", "Sync", "Threads", "Values",
        "WorkTree", "WorkspaceAPI", .product(name: "SystemPackage", package: "swift-system"),
      ], swiftSettings: strict),

    // Level 7: the verbs of a workspace.
    .target(
      name: "WorkspaceEngine",
      dependencies: [
        "Abilities", "Coordination", "Documents", "FileSystem", "FileWatching", "FolderKeeping", "Git", "GitObjects",
        "GitProcess", "Journal", "LargeFiles", "LocalState", "Merge", "Models", "Permissions", "Processes", "Recording",
        "SearchIndex", "Secrets", "Sessions", "Sync", "Threads", "Transfers", "Values", "WorkTree", "WorkspaceAPI",
        .product(name: "Subprocess", package: "swift-subprocess"),
        .product(name: "SystemPackage", package: "swift-system"), .product(name: "TOMLKit", package: "TOMLKit"),
      ], swiftSettings: strict, plugins: ["EmbedTemplate"]),
    .plugin(name: "EmbedTemplate", capability: .buildTool(), dependencies: ["TemplateEmbedder"]),
    .executableTarget(name: "TemplateEmbedder", swiftSettings: strict),

    // Level 8: the connection to the daemon.
    .target(
      name: "DaemonClient", dependencies: ["CLinux", "GitObjects", "Threads", "Values", "WorkspaceAPI"],
      swiftSettings: strict),

    // Level 9: the daemon.
    .target(
      name: "DaemonServer",
      dependencies: [
        "DaemonClient", "GitObjects", "Threads", "WorkspaceAPI", "WorkspaceEngine",
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ], swiftSettings: strict),

    // Level 8: the agents' tools.
    .target(
      name: "Agents",
      dependencies: [
        "Abilities", "Documents", "GitObjects", "MCP", "Merge", "Payloads", "Values", "WorkspaceAPI",
        .product(name: "TOMLKit", package: "TOMLKit"),
      ], swiftSettings: strict),

    // Level 1: the agents' protocol over HTTP.
    .target(
      name: "HTTPDoor",
      dependencies: [
        "MCP",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ], swiftSettings: strict),

    // Level 9: the command line.
    .target(
      name: "Commands",
      dependencies: [
        "Abilities", "Agents", "DaemonClient", "Documents", "Facts", "FileSystem", "FileWatching", "GitObjects",
        "HTTPDoor", "HTTPTransfer", "MCP", "Models", "Payloads", "Processes", "Sessions", "Settings", "Threads",
        "Values", "WorkspaceAPI",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "TOMLKit", package: "TOMLKit"),
      ], swiftSettings: strict),

    // For tests and figures only: machines that save and exchange at once, simulated; the program prints the figures.
    .target(
      name: "StormSimulation",
      dependencies: [
        "Documents", "FileSystem", "GitObjects", "GitProcess", "Merge", "Recording", "Sync", "TestSupport", "WorkTree",
      ],
      path: "Tests/StormSimulation", swiftSettings: strict),
    .executableTarget(
      name: "StormFigures", dependencies: ["StormSimulation"], path: "Tests/StormFigures", swiftSettings: strict),

    // For figures only: moves objects between a folder and a server, and says how long it took.
    .executableTarget(
      name: "TransferFigures", dependencies: ["HTTPTransfer", "LargeFiles"], path: "Tests/TransferFigures",
      swiftSettings: strict),

    // For tests only: folders, child processes, deadlines, clocks, seeds, and the rules of a host of the exchange.
    .target(
      name: "TestSupport",
      dependencies: ["Documents", "FileSystem", "Git", "GitObjects", "Merge", "Recording", "Sync", "WorkTree"],
      exclude: ["Servers"], swiftSettings: strict),

    // Level 10: the program.
    .executableTarget(
      name: "stet", dependencies: ["Commands", "DaemonServer", "FileSystem"], swiftSettings: strict,
      linkerSettings: [
        // No timer of libdispatch at rest: CLinuxRest.c.
        .unsafeFlags([
          "-Xlinker", "--wrap=_dispatch_workq_worker_register",
          "-Xlinker", "--wrap=_dispatch_workq_worker_unregister",
        ]),
        // A program starts faster with its libraries inside, at a fixed address and without symbols: a whole command
        // takes a few milliseconds. Exported symbols serve nobody, and the loader compares each with the libraries'.
        .unsafeFlags(
          [
            "-static-stdlib", "-lCoreFoundation", "-l_FoundationCShims", "-l_FoundationCollections",
            "-l_FoundationICU", "-L\(Context.packageDirectory)/.build/static", "-lstdc++",
            "-Xlinker", "--no-pie", "-Xlinker", "-s", "-Xlinker", "--no-export-dynamic",
          ], .when(configuration: .release)),
      ]),
    .testTarget(
      name: "AbilitiesTests",
      dependencies: ["Abilities", "Documents", "Payloads", "TestSupport", "Values", "WorkspaceAPI"],
      swiftSettings: testing),
    .testTarget(
      name: "AgentsTests",
      dependencies: [
        "Abilities", "Agents", "GitObjects", "MCP", "Payloads", "TestSupport", "Values", "WorkspaceAPI",
        "WorkspaceEngine",
      ],
      swiftSettings: testing),
    .testTarget(
      name: "CommandsTests",
      dependencies: [
        "Commands", "DaemonClient", "TestSupport", "Values", "WorkspaceAPI",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "TOMLKit", package: "TOMLKit"),
      ],
      swiftSettings: testing),
    .testTarget(
      name: "CoordinationTests", dependencies: ["Coordination", "GitObjects", "TestSupport", "WorkspaceAPI"],
      swiftSettings: testing),
    // For tests only: stops a process at its system calls.
    .executableTarget(name: "SystemCallStepper", path: "Tests/SystemCallStepper"),
    .testTarget(name: "CrashTests", dependencies: ["TestSupport"], exclude: ["Scripts"], swiftSettings: testing),
    .testTarget(name: "DaemonClientTests", dependencies: ["DaemonClient"], swiftSettings: testing),
    .testTarget(
      name: "DaemonServerTests",
      dependencies: [
        "Agents", "DaemonClient", "DaemonServer", "GitObjects", "MCP", "TestSupport", "Threads", "Values",
        "WorkspaceAPI",
        .product(name: "Logging", package: "swift-log"),
      ], swiftSettings: testing),
    .testTarget(name: "DocumentsTests", dependencies: ["Documents", "TestSupport"], swiftSettings: testing),
    // Starts the program itself: `STET_BINARY`, else the one beside the tests.
    .testTarget(name: "EndToEndTests", dependencies: ["TestSupport"], exclude: ["Agents"], swiftSettings: testing),
    .testTarget(
      name: "FactsTests", dependencies: ["Facts", "HTTPTransfer", "Payloads", "Settings", "TestSupport"],
      exclude: ["Servers"], swiftSettings: testing),
    .testTarget(
      name: "FileSystemTests", dependencies: ["CLinux", "FileSystem", "GitObjects", "TestSupport"],
      swiftSettings: testing),
    .testTarget(
      name: "FileWatchingTests", dependencies: ["CLinux", "FileWatching", "GitObjects", "TestSupport", "Threads"],
      swiftSettings: testing),
    .testTarget(name: "GitObjectsTests", dependencies: ["Git", "GitObjects", "TestSupport"], swiftSettings: testing),
    .testTarget(name: "GitTests", dependencies: ["Git", "GitObjects", "TestSupport"], swiftSettings: testing),
    .testTarget(
      name: "JournalTests", dependencies: ["FileSystem", "Git", "GitObjects", "Journal", "TestSupport"],
      swiftSettings: testing),
    .testTarget(
      name: "WorkTreeTests", dependencies: ["FileSystem", "GitObjects", "WorkTree"],
      swiftSettings: testing),
    .testTarget(
      name: "PermissionsTests", dependencies: ["Permissions", "WorkspaceAPI"], swiftSettings: testing),
    .testTarget(
      name: "FolderKeepingTests",
      dependencies: [
        "Documents", "FileSystem", "FolderKeeping", "Git", "GitObjects", "Recording", "TestSupport", "WorkTree",
      ], swiftSettings: testing),
    .testTarget(
      name: "GitProcessTests", dependencies: ["GitProcess"], swiftSettings: testing),
    .testTarget(
      name: "TransfersTests",
      dependencies: ["GitObjects", "LargeFiles", "Permissions", "TestSupport", "Transfers"],
      swiftSettings: testing),
    .testTarget(
      name: "RecordingTests",
      dependencies: [
        "Documents", "FileSystem", "Git", "GitObjects", "Journal", "LargeFiles", "Merge", "Recording", "TestSupport",
        "WorkTree",
      ],
      swiftSettings: testing),
    .testTarget(
      name: "SearchIndexTests",
      dependencies: [
        "Documents", "FileSystem", "Git", "GitObjects", "SearchIndex", "TestSupport", "Values",
        .product(name: "GRDB", package: "GRDB.swift"),
      ], swiftSettings: testing),
    .testTarget(
      name: "SimulationTests",
      dependencies: [
        "Documents", "FileSystem", "Git", "GitObjects", "Merge", "Recording", "StormSimulation", "TestSupport",
        "WorkTree",
      ], swiftSettings: testing),
    .testTarget(
      name: "HTTPDoorTests",
      dependencies: [
        "HTTPDoor", "MCP", "TestSupport", .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
      ], swiftSettings: testing),
    .testTarget(
      name: "LocalStateTests", dependencies: ["FileSystem", "GitObjects", "LocalState", "TestSupport"],
      swiftSettings: testing),
    .testTarget(
      name: "LargeFilesTests", dependencies: ["Git", "GitObjects", "HTTPTransfer", "LargeFiles", "TestSupport"],
      exclude: ["Servers"],
      swiftSettings: testing),
    .testTarget(name: "HTTPTransferTests", dependencies: ["HTTPTransfer"], swiftSettings: testing),
    .testTarget(
      name: "ModelsTests", dependencies: ["HTTPTransfer", "Models", "Settings", "TestSupport", "Values"],
      exclude: ["Servers"],
      swiftSettings: testing),
    .testTarget(name: "PayloadsTests", dependencies: ["Payloads", "Values"], swiftSettings: testing),
    .testTarget(
      name: "SessionsTests",
      dependencies: ["FileSystem", "LocalState", "Models", "Sessions", "TestSupport", "Values"],
      swiftSettings: testing),
    .testTarget(name: "MCPTests", dependencies: ["MCP", "Values"], swiftSettings: testing),
    .testTarget(
      name: "MergeTests", dependencies: ["Documents", "Git", "GitObjects", "Merge", "TestSupport", "Values"],
      swiftSettings: testing),
    .testTarget(
      name: "SyncTests",
      dependencies: [
        "Documents", "Git", "GitObjects", "GitProcess", "LargeFiles", "Merge", "Processes", "Sync", "TestSupport",
        .product(name: "SystemPackage", package: "swift-system"),
      ], swiftSettings: testing),
    .testTarget(name: "TemplateEmbedderTests", dependencies: ["TemplateEmbedder"], swiftSettings: testing),
    .testTarget(name: "ValuesTests", dependencies: ["Values"], swiftSettings: testing),
    .testTarget(
      name: "WorkspaceEngineTests",
      dependencies: [
        "Coordination", "Documents", "FileSystem", "FileWatching", "FolderKeeping", "Git", "GitObjects", "GitProcess",
        "Journal", "LargeFiles", "LocalState", "Merge", "Permissions", "Recording", "Secrets", "Sync", "TestSupport",
        "Threads", "Transfers", "Values", "WorkTree", "WorkspaceAPI", "WorkspaceEngine",
        .product(name: "SystemPackage", package: "swift-system"),
      ], swiftSettings: testing),
  ]
)

// `scripts/test --long` builds the properties alone, optimized: the rest would take it longer than they run.
if let wantedTests {
  package.targets.removeAll { $0.type == .test && !wantedTests.contains($0.name[...]) }
}
