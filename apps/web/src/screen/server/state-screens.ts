// One chunk for these screens: each further one costs the first script a list of its files.
export { FindingsScreen } from "./findings-screen.tsx"
export { HealthScreen } from "./health-screen.tsx"
export { SizesScreen } from "./sizes-screen.tsx"
