import type { Image } from '#shared/images.ts'
import type { SendUpload } from './send-upload.ts'
import type { Upload, UploadDetails } from './upload.ts'

/** What the queue asks of the rest of the app. */
export type UploadPorts = {
  send: SendUpload
  /** Whether the link has this file already; undefined where nothing looks like it. `earlier`: uploads to the same link. */
  findDuplicate: (upload: Upload, earlier: readonly Upload[]) => Promise<boolean> | undefined
  /** Gives a picture that is there its words, and makes it the cover. */
  describe: (image: Image, details: UploadDetails) => Promise<unknown>
  onDescribeFailure: (error: unknown) => void
  newId: () => string
  onDone: (upload: Upload, image: Image) => void
  /** The first has begun, or the last has ended. */
  onBusyChange: (isBusy: boolean) => void
}
