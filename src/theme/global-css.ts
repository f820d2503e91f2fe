import { defineGlobalStyles } from '@pandacss/dev'

/** What holds on every page: theme, type, one focus ring, and no motion for those who ask for none. */
export const globalCss = defineGlobalStyles({
  html: {
    colorScheme: 'light dark',
    fontFamily: 'body',
    fontVariantNumeric: 'tabular-nums',
    WebkitFontSmoothing: 'antialiased',
    WebkitTapHighlightColor: 'transparent',
    scrollPaddingBlock: '16',
  },
  '[data-theme=light]': { colorScheme: 'light' },
  '[data-theme=dark]': { colorScheme: 'dark' },
  body: { textStyle: 'body', background: 'paper', color: 'ink', minHeight: '100dvh' },
  'h1, h2, h3': { textWrap: 'balance' },
  'button, [role=button], summary': { cursor: 'pointer' },
  'button, input, select, textarea': { color: 'inherit' },
  '::placeholder': { color: 'muted', opacity: 1 },
  ':focus-visible': { outline: '2px solid {colors.primary}', outlineOffset: '2px' },
  '[hidden]': { display: 'none !important' },
  '*, *::before, *::after': {
    _reducedMotion: {
      // None at all: of one that is over before anybody listens for its end, a closing dialog would wait for ever.
      animationDuration: '0s !important',
      animationIterationCount: '1 !important',
      transitionDuration: '0s !important',
      scrollBehavior: 'auto !important',
    },
  },
})
