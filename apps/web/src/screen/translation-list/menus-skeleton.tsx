import { Skeleton } from "../../widget/ui/skeleton.tsx"

/** In place of the menus of filters. */
export const menusSkeleton = <Skeleton width="260px" height="var(--control)" />
