/** A processor that images and packages are built for. Debian and OCI call both by these names. */
export type Architecture = "amd64" | "arm64"

export const architectures: ReadonlyArray<Architecture> = ["amd64", "arm64"]

interface ArchitectureNames {
  /** The name that Node and the addons of npm packages use: `linux-x64.node`. */
  readonly node: "x64" | "arm64"
  /** Folder of the libraries below `/usr/lib`. */
  readonly triplet: string
  /** The program that loads every other one, where their files name it. */
  readonly loader: string
}

export const architectureNames: Readonly<Record<Architecture, ArchitectureNames>> = {
  amd64: { node: "x64", triplet: "x86_64-linux-gnu", loader: "lib64/ld-linux-x86-64.so.2" },
  arm64: { node: "arm64", triplet: "aarch64-linux-gnu", loader: "lib/ld-linux-aarch64.so.1" }
}

/** Null on a processor that nothing is built for. */
export const architectureOfMachine = (): Architecture | null =>
  architectures.find((architecture) => architectureNames[architecture].node === process.arch) ?? null
