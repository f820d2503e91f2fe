/** The demo has a service worker of its own, which keeps nothing. */
export const registerServiceWorker = (): void => {}
