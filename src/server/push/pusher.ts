/** A device that takes push messages: what its browser answered to `PushManager.subscribe`. */
export interface PushTarget {
  /** The address at the browser's push service. */
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

export interface PushMessage {
  /** Read by the service worker, at most 3,000 bytes as JSON. */
  readonly payload: unknown
  /** Of several with one topic that wait for a device without a network, the last alone arrives. */
  readonly topic: string
  /** Whether a phone is woken for it. */
  readonly urgent: boolean
}

/** Sends messages to devices by their browsers' push services (RFC 8030), which cannot read them (RFC 8291). */
export interface Pusher {
  /** The key with which browsers subscribe (RFC 8292), in base64url. */
  readonly publicKey: string
  /** Whether the address is one of a push service: the server sends to no other. */
  takes(endpoint: string): boolean
  /**
   * Resolves to whether the device is still there.
   * @throws when the service failed or has too much to do, so that it may be tried again
   */
  send(target: PushTarget, message: PushMessage): Promise<boolean>
}

/** Makes a pusher whose keys follow from the app's secret; `contact` is told to push services, a URL or `mailto:`. */
export type OpenPusher = (sign: (text: string) => string, contact: string) => Pusher
