export type { Damage } from "./engine-server/damage.ts"
export {
  type EngineBehaviour,
  type EngineProtocolName,
  type EngineServer,
  engineProtocols,
  startEngineServer
} from "./engine-servers.ts"
export {
  answerBehaviours,
  type ModelBehaviour,
  type ModelServer,
  type ModelServerOptions,
  modelBehaviours,
  startModelServer,
  testModelKey
} from "./model-servers.ts"
