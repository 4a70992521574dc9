import { Skeleton } from "../../widget/ui/skeleton.tsx"

/** Takes the place of the filter menus. */
export const menusSkeleton = <Skeleton width="260px" height="var(--control)" />
