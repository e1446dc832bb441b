// SPDX-License-Identifier: Apache-2.0

/// An app's manifest as a test installs it.
package struct AppManifest: Hashable, Sendable {
    /// CFBundleIdentifier.
    package var bundleIdentifier: String
    /// Absolute path of the program.
    package var executable: String
    /// The entitlements that are true.
    package var entitlements: [String]
    /// What a prompt calls it; its identifier when nil.
    package var displayName: String?

    package init(
        _ bundleIdentifier: String, executable: String = "", entitlements: [String] = [], displayName: String? = nil
    ) {
        self.bundleIdentifier = bundleIdentifier
        self.executable = executable
        self.entitlements = entitlements
        self.displayName = displayName
    }

    /// Whatever is in an XML text.
    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    }

    /// The command line of this build, as its package installs it.
    package static var commandLine: Self {
        Self(
            "org.dialtone.cli", executable: BuiltProgram.path("dialtone"),
            entitlements: ["org.dialtone.control", "org.dialtone.system-ui"])
    }

    /// The test's own process, which sees the codes of errors where a person sees their sentences.
    package static var tests: Self {
        Self("org.dialtone.tests", executable: BuiltProgram.testProgram, entitlements: ["org.dialtone.control"])
    }

    /// The dialer of the article, as a third party builds it.
    package static var articleDialer: Self {
        Self(
            "com.example.article-dialer", executable: BuiltProgram.path("ArticleDialer"),
            entitlements: ["com.apple.developer.dialing-app"])
    }

    var information: String {
        Self.propertyList(
            "<key>CFBundleIdentifier</key><string>\(bundleIdentifier)</string>"
                + "<key>CFBundleDisplayName</key><string>\(Self.escaped(displayName ?? bundleIdentifier))</string>"
                + "<key>CFBundleExecutable</key><string>\(executable)</string>")
    }

    var rights: String { Self.propertyList(entitlements.map { "<key>\($0)</key><true/>" }.joined()) }

    private static func propertyList(_ entries: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0"><dict>\(entries)</dict></plist>

        """
    }
}

extension DialtoneRig {
    /// Where the manifests of the person's own apps are.
    package static let apps = "share/dialtone/apps"

    /// Puts a manifest where the daemon looks for it in developer mode.
    package func install(_ app: AppManifest, in place: String = apps) throws {
        let name = app.bundleIdentifier
        try folder.write(app.information, to: "\(place)/\(name)/Info.plist")
        try folder.write(app.rights, to: "\(place)/\(name)/\(name).entitlements")
    }
}
