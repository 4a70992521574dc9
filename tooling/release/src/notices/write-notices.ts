/** Something of others that a release contains. */
export interface Notice {
  /** `effect 4.1.0` */
  readonly name: string
  readonly license: string
  /** Programs and images that contain it. */
  readonly programs: ReadonlyArray<string>
  readonly texts: ReadonlyArray<string>
}

const line = "=".repeat(100)

/** The file NOTICES: first all parts in a list, then every text once, with the parts that it belongs to. */
export const writeNotices = (version: string, preface: string, notices: ReadonlyArray<Notice>): string => {
  const list = notices.map(({ name, license, programs }) => `- ${name}: ${license} (${programs.join(", ")})`)
  const namesByText = new Map<string, Array<string>>()
  for (const { name, texts } of notices) {
    for (const text of texts) namesByText.set(text, [...(namesByText.get(text) ?? []), name])
  }
  const texts = [...namesByText].map(([text, names]) => `${line}\n${names.join(", ")}\n${line}\n\n${text}`)
  return `${[`Dragoman ${version}: what it contains of others, and under which licenses`, preface, list.join("\n"), ...texts].join("\n\n")}\n`
}

/** Statements that the licenses require beside the program. */
export const noticesPreface = `Dragoman itself is under the Apache License 2.0: see LICENSE.

The image codec, the files vips-node.mjs and vips.wasm of wasm-vips, contains libraries under the GNU Lesser General Public License 3.0: libvips,
glib and libexif. It is unchanged, and you may use another build of it: put both files into a folder, and name that folder in the setting
DRAGOMAN_IMAGE_CODEC_DIR. Its sources, with the versions of all libraries and the way to build them, are at
https://github.com/kleisauke/wasm-vips, under the tag of the version that is named below.

The container images also contain libraries of Debian 12, unchanged: those that are named below with "images". Their sources are at
https://sources.debian.org, under the name of the package and its version.`
