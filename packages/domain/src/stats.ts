export { countWords } from "./stats/count-words.ts"
export { computeStats, type LanguageStats, type ProjectStats, type StateCount } from "./stats/project-stats.ts"
