import { Schema } from "effect"
import { listOf, pageOf } from "../page/page-model.ts"

/** An entry of a list for a missing feature: the list exists and stays empty. */
const nothing = Schema.Never

export const ContentDeliveryConfigsModel = pageOf("contentDeliveryConfigs", nothing)
export const PlaygroundResultsModel = listOf("results", nothing)
export const PublicProjectsModel = pageOf("projects", nothing)
