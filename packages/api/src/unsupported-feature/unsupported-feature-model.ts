import { Schema } from "effect"
import { pageOf } from "../page/page-model.ts"

/** An entry of a list for a missing feature: the list exists and stays empty. */
const nothing = Schema.Never

export const PublicProjectsModel = pageOf("projects", nothing)
