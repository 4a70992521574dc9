/** `RELEASE-NOTES.md`: for the page on which a release is published. */
export const releaseNotes = ({
  version,
  commit,
  notes,
  files
}: {
  readonly version: string
  readonly commit: string
  /** Section of the changelog about the version. */
  readonly notes: string
  readonly files: ReadonlyArray<string>
}): string => `# Dragoman ${version}

${notes}

## Files

Built from the commit ${commit}. \`sha256sum --check SHA256SUMS\` says whether a download is whole. \`dragoman-${version}.cdx.json\` lists all
parts (CycloneDX 1.6), \`NOTICES.txt\` has their licenses.

${files.map((name) => `- \`${name}\``).join("\n")}

The executables need Linux with glibc 2.34 or later, and \`libatomic.so.1\`: the package \`libatomic1\` of Debian and Ubuntu, \`libatomic\` of
Fedora and its relatives. Without it they end with "error while loading shared libraries: libatomic.so.1". The container images have it.
`
