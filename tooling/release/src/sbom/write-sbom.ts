import { createHash } from "node:crypto"
import { Enums, Models, Serialize, Spec, Validation } from "@cyclonedx/cyclonedx-library"

/** Something in a release: a package of the registry, Node, or a library inside one of these. */
export interface ReleasePart {
  readonly name: string
  readonly version: string
  /** An identifier of SPDX; null: it is said by the texts alone. */
  readonly license: string | null
  /** As in the lock file: `sha512-…`; null: it is in none. */
  readonly integrity: string | null
  readonly url: string | null
  /** Programs that contain it. */
  readonly programs: ReadonlyArray<string>
  /** `name@version` of other parts. */
  readonly dependencies: ReadonlyArray<string>
  /** Libraries of others that were compiled into it. */
  readonly inside: ReadonlyArray<{ readonly name: string; readonly version: string }>
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

export const partId = ({ name, version }: Pick<ReleasePart, "name" | "version">): string => `${name}@${version}`

const componentOf = (part: ReleasePart): Models.Component => {
  const isNode = part.name === "node"
  const id = partId(part)
  const [group, name] = part.name.startsWith("@") ? part.name.split("/") : [undefined, part.name]
  return new Models.Component(isNode ? Enums.ComponentType.Platform : Enums.ComponentType.Library, name ?? "", {
    ...(group === undefined ? {} : { group }),
    bomRef: id,
    version: part.version,
    purl: isNode ? `pkg:generic/node@${part.version}` : `pkg:npm/${part.name.replace("@", "%40")}@${part.version}`,
    licenses: new Models.LicenseRepository(part.license === null ? [] : [new Models.SpdxLicense(part.license)]),
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
  if (algorithm !== "sha512" || digest === undefined) return []
  return [[Enums.HashAlgorithm["SHA-512"], Buffer.from(digest, "base64").toString("hex")]]
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
