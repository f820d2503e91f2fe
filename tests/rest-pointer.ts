import { beforeAll } from 'vitest'
import { commands } from 'vitest/browser'

declare module 'vitest/browser' {
  interface BrowserCommands {
    /** Moves the pointer away from the page, so that it is over nothing. */
    restPointer(): Promise<void>
  }
}

beforeAll(() => commands.restPointer())
