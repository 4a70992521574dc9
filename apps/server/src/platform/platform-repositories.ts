import { AccessRepository, ServerValueRepository } from "@dragoman/store"
import { Layer } from "effect"

/** The tables of the platform; each thread makes its own. */
export const layerPlatformRepositories = Layer.mergeAll(AccessRepository.layer, ServerValueRepository.layer)
