import type { EncryptionKey } from "../encryption/encrypted-value.ts"

/** A key made of one byte; the settings of the programs give it another id. */
export const testKey = (byte: number): EncryptionKey => ({
  id: Buffer.alloc(8, byte).toString("hex"),
  bytes: Buffer.alloc(32, byte)
})
