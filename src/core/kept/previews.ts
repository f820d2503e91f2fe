/** The browser cache of pictures' previews, which the service worker fills and answers from. */
export const PREVIEWS = 'previews'

/** The browser cache of files that were opened here or are kept here, by an address that names their version. */
export const KEPT_FILES = 'kept-files'
