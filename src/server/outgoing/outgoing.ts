/** What is told to another program. */
export interface Message {
  /** Its id, the same at every try. */
  readonly id: string
  readonly event: string
  /** JSON. */
  readonly body: string
  /** What it is signed with. */
  readonly secret: string
  /** When this try is made, in seconds since 1970. */
  readonly at: number
}

/** What the other program answered, and the beginning of its text. */
export interface Answered {
  readonly status: number
  readonly text: string
}

/** What goes with a message, its signature among it. */
export type SentHeaders = Readonly<Record<string, string>>

/** Posts to addresses that people of the company named, and never to the inside of the network (rule webhook). */
export interface Outgoing {
  /** Why nothing is sent to an address, after its label: "must begin with https://"; null where something may be. */
  refusal(address: string): string | null
  /** Signs a message. */
  headersOf(message: Message): SentHeaders
  /** @throws why there was no answer */
  post(address: string, body: string, headers: SentHeaders): Promise<Answered>
}

/** The addresses of a host. */
export type ResolveHost = (host: string) => Promise<readonly { readonly address: string; readonly family: number }[]>
