/** The browser cache of pictures' previews, which the service worker fills and answers from. */
export const PREVIEWS = 'previews'
