import { RpcGroup } from "effect/rpc"
import { job } from "../../platform/worker/worker-messages.ts"
import { ImageJob, ImageResult } from "./encode-image.ts"
import { FramedImage, FrameJob } from "./frame-image.ts"

/** Jobs of the thread that has the codec of images. */
export class ImageJobs extends RpcGroup.make(
  job("encode", ImageJob, ImageResult),
  job("frame", FrameJob, FramedImage)
) {}
