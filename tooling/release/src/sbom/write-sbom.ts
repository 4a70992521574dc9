import { createHash } from "node:crypto"
import { Enums, Models, Serialize, Spec, Validation } from "@cyclonedx/cyclonedx-library"

/** Something in a release: a package of the registry or of Debian, or Node. */
export interface ReleasePart {
  readonly name: string
  readonly version: string
  /** An identifier of SPDX, or two with WITH between them; null: it is said by the texts alone. */
  readonly license: string | null
  /** The value of the lock file: `sha512-…` or `sha256-…`, in base64; null: there is none. */
  readonly integrity: string | null
  readonly url: string | null
  /** Programs and images that contain it. */
  readonly programs: ReadonlyArray<string>
  /** `name@version` of other parts. */
  readonly dependencies: ReadonlyArray<string>
  /** Libraries of others that were compiled into it. */
  readonly inside: ReadonlyArray<{ readonly name: string; readonly version: string }>
  /** Architecture of a package of Debian. */
  readonly debianArchitecture?: string
}

export interface SbomOptions {
  readonly version: string
  /** Seconds since 1970. */
  readonly seconds: number
  readonly parts: ReadonlyArray<ReleasePart>
}

/**
 * The parts of a release as CycloneDX 1.6 in JSON. The same parts give the same text: the serial number
 * is a digest of them, and the time is that of the commit.
 */
export const writeSbom = ({ version, seconds, parts }: SbomOptions): string => {
  const product = new Models.Component(Enums.ComponentType.Application, "dragoman", {
    bomRef: `dragoman@${version}`,
    version,
    licenses: new Models.LicenseRepository([new Models.SpdxLicense("Apache-2.0")])
  })
  const components = new Map(parts.map((part) => [partId(part), componentOf(part)]))
  for (const part of parts) {
    const component = components.get(partId(part))
    for (const dependency of part.dependencies) {
      const found = components.get(dependency)
      if (found !== undefined) component?.dependencies.add(found.bomRef)
    }
  }
  for (const component of components.values()) product.dependencies.add(component.bomRef)
  const bom = new Models.Bom({
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify([version, parts]))}`,
    metadata: new Models.Metadata({ component: product, timestamp: new Date(seconds * 1000) }),
    components: new Models.ComponentRepository(components.values())
  })
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6))
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`
}

/** Null: the text fits the schema of CycloneDX 1.6. */
export const problemOf = async (text: string): Promise<string | null> => {
  const found = await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text)
  return found === null ? null : JSON.stringify(found)
}

/** Unique in a release. */
export const partId = (part: Pick<ReleasePart, "name" | "version" | "debianArchitecture">): string =>
  `${part.name}@${part.version}${part.debianArchitecture === undefined ? "" : `/${part.debianArchitecture}`}`

/** The address of a package: https://github.com/package-url/purl-spec */
const packageUrl = ({ name, version, debianArchitecture }: ReleasePart): string => {
  if (name === "node") return `pkg:generic/node@${version}`
  if (debianArchitecture === undefined) return `pkg:npm/${name.replace("@", "%40")}@${version}`
  const [path, exact] = [encodeURIComponent(name), encodeURIComponent(version)]
  return `pkg:deb/debian/${path}@${exact}?arch=${debianArchitecture}&distro=debian-12`
}

const licenseOf = (license: string) =>
  license.includes(" ") ? new Models.LicenseExpression(license) : new Models.SpdxLicense(license)

const componentOf = (part: ReleasePart): Models.Component => {
  const isNode = part.name === "node"
  const id = partId(part)
  const [group, name] = part.name.startsWith("@") ? part.name.split("/") : [undefined, part.name]
  return new Models.Component(isNode ? Enums.ComponentType.Platform : Enums.ComponentType.Library, name ?? "", {
    ...(group === undefined ? {} : { group }),
    bomRef: id,
    version: part.version,
    purl: packageUrl(part),
    licenses: new Models.LicenseRepository(part.license === null ? [] : [licenseOf(part.license)]),
    hashes: new Models.HashDictionary(hashesOf(part.integrity)),
    externalReferences: new Models.ExternalReferenceRepository(
      part.url === null ? [] : [new Models.ExternalReference(part.url, Enums.ExternalReferenceType.VCS)]
    ),
    properties: new Models.PropertyRepository(
      part.programs.map((program) => new Models.Property("dragoman:program", program))
    ),
    components: new Models.ComponentRepository(
      part.inside.map(
        (inner) =>
          new Models.Component(Enums.ComponentType.Library, inner.name, {
            bomRef: `${id}/${inner.name}`,
            version: inner.version,
            purl: `pkg:generic/${inner.name}@${encodeURIComponent(inner.version)}`
          })
      )
    )
  })
}

const hashesOf = (integrity: string | null): ReadonlyArray<[Enums.HashAlgorithm, string]> => {
  const [algorithm, digest] = (integrity ?? "").split("-")
  const name = algorithm === "sha512" ? "SHA-512" : algorithm === "sha256" ? "SHA-256" : null
  if (name === null || digest === undefined) return []
  return [[Enums.HashAlgorithm[name], Buffer.from(digest, "base64").toString("hex")]]
}

/** A UUID of version 8: its bits are ours, here those of a digest. */
const uuidOf = (text: string): string => {
  const digest = createHash("sha256").update(text).digest("hex")
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `a${digest.slice(17, 20)}`,
    digest.slice(20, 32)
  ].join("-")
}
