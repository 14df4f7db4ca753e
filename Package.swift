// swift-tools-version: 6.2
import PackageDescription

/// What every module of ours is compiled with: SE-0335, SE-0409, SE-0444, SE-0458 and SE-0480.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

/// The modules that live on the event loop's thread: MainActor by default (SE-0466).
let loopConfined: [SwiftSetting] = strict + [.defaultIsolation(MainActor.self)]

/// Tests may trap and import Foundation; strict memory safety is for what ships.
let testing: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "navd",
  products: [
    .executable(name: "navd", targets: ["navd"]),
    .executable(name: "navctl", targets: ["navctl"]),
    .library(name: "URLStandard", targets: ["URLStandard"]),
    .library(name: "NavCore", targets: ["NavCore"]),
    .library(name: "NavClient", targets: ["NavClient"]),
  ],
  targets: [
    .systemLibrary(
      name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CPCRE2", pkgConfig: "libpcre2-8", providers: [.apt(["libpcre2-dev"])]),
    .systemLibrary(name: "CICU", pkgConfig: "icu-uc", providers: [.apt(["libicu-dev"])]),
    .target(name: "CLogFile", dependencies: ["CSQLite"]),
    .target(
      name: "CSimdJSON", cxxSettings: [.unsafeFlags(["-O3", "-DNDEBUG"])],
      linkerSettings: [.linkedLibrary("simdjson"), .linkedLibrary("stdc++")]),

    .target(name: "JSON", dependencies: ["CSimdJSON"], swiftSettings: strict),
    .target(name: "URLStandard", dependencies: ["CPCRE2", "CICU"], swiftSettings: strict),
    .target(name: "NavCore", dependencies: ["JSON", "URLStandard"], swiftSettings: strict),
    .target(name: "NavProtocol", dependencies: ["NavCore", "JSON"], swiftSettings: strict),
    .target(
      name: "NavServer", dependencies: ["NavProtocol", "NavCore", "JSON"], swiftSettings: strict),
    .target(
      name: "NavStore", dependencies: ["CSQLite", "CLogFile", "NavProtocol", "JSON"],
      swiftSettings: strict),
    .target(name: "UnixIO", swiftSettings: strict),
    .target(name: "Systemd", dependencies: ["CSystemd"], swiftSettings: loopConfined),
    .target(
      name: "NavClient", dependencies: ["NavProtocol", "NavCore", "JSON", "UnixIO"],
      swiftSettings: strict),
    .executableTarget(
      name: "navd",
      dependencies: [
        "NavServer", "NavStore", "NavProtocol", "NavCore", "JSON", "UnixIO", "Systemd",
      ],
      swiftSettings: loopConfined),
    .executableTarget(
      name: "navctl", dependencies: ["NavClient", "NavProtocol", "NavCore", "JSON", "UnixIO"],
      swiftSettings: strict),

    .target(name: "counting", path: "contrib/bench/counting"),
    .executableTarget(
      name: "navd-bench",
      dependencies: ["NavServer", "NavProtocol", "NavCore", "JSON", "URLStandard", "counting"],
      path: "contrib/bench/core", swiftSettings: testing),

    .target(
      name: "TestSupport", dependencies: ["JSON"], path: "Tests/TestSupport",
      swiftSettings: testing),
    .testTarget(name: "JSONTests", dependencies: ["JSON", "TestSupport"], swiftSettings: testing),
    .testTarget(
      name: "URLStandardTests", dependencies: ["URLStandard", "TestSupport"],
      swiftSettings: testing),
    .testTarget(
      name: "NavCoreTests", dependencies: ["NavCore", "JSON", "TestSupport"],
      swiftSettings: testing),
    .testTarget(
      name: "NavServerTests",
      dependencies: ["NavServer", "NavStore", "NavProtocol", "NavCore", "JSON", "TestSupport"],
      swiftSettings: testing),
    .testTarget(
      name: "NavStoreTests", dependencies: ["NavStore", "NavProtocol", "JSON", "TestSupport"],
      swiftSettings: testing),
    .testTarget(
      name: "DaemonTests",
      dependencies: [
        "navd", "navctl", "NavClient", "NavServer", "NavStore", "NavProtocol", "NavCore", "UnixIO",
        "Systemd", "JSON", "TestSupport",
      ],
      swiftSettings: testing),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
