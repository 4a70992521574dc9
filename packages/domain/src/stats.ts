export {
  computeStats,
  countWords,
  type LanguageStats,
  type ProjectStats,
  type StateCount
} from "./stats/project-stats.ts"
