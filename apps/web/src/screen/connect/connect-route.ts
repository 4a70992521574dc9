import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { projectRoute } from "../../feature/project/project-route.ts"

/** `/projects/{id}/connect`: a key, and the commands that use it. */
export const connectRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/connect",
  staticData: { title: "connect.title" },
  component: lazyRouteComponent(() => import("./connect-screen.tsx"), "ConnectScreen")
})
