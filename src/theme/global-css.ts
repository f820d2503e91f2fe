import { defineGlobalStyles } from '@pandacss/dev'

/** Global styles: theme, typography, the focus ring, and reduced motion. */
export const globalCss = defineGlobalStyles({
  html: {
    colorScheme: 'light dark',
    fontFamily: 'body',
    fontVariantNumeric: 'tabular-nums',
    WebkitFontSmoothing: 'antialiased',
    WebkitTapHighlightColor: 'transparent',
    scrollPaddingBlock: '16',
    // How far toasts stay from the lower edge: above the bottom bar of phones, and above the footers of their dialogs.
    '--toast-bottom': { base: 'calc(5.5rem + env(safe-area-inset-bottom))', md: '1rem' },
    // Beside the rail of the sidebar.
    '--toast-start': { base: '14px', md: '4.75rem' },
    // A bar at the foot of a list or a board has buttons, too.
    '&[data-foot]': { '--toast-bottom': { base: 'calc(9.5rem + env(safe-area-inset-bottom))', md: '6rem' } },
  },
  '[data-theme=light]': { colorScheme: 'light' },
  '[data-theme=dark]': { colorScheme: 'dark' },
  body: { textStyle: 'body', background: 'paper', color: 'ink', minHeight: '100dvh' },
  'h1, h2, h3': { textWrap: 'balance' },
  'button, [role=button], summary': { cursor: 'pointer' },
  'button, input, select, textarea': { color: 'inherit' },
  '::placeholder': { color: 'muted', opacity: 1 },
  // `bolder`, the default, would be 900 inside a heading's or a row title's weight.
  'b, strong': { fontWeight: 'section' },
  ':focus-visible': { outline: '2px solid {colors.primary}', outlineOffset: '2px' },
  // A row that a finger draws aside (ui/drag/swipe.ts), with what that does where the row was.
  '[data-swiped]': {
    position: 'relative',
    overflow: 'hidden',
    '& > *': { transform: 'translateX(var(--swipe))' },
    '&::after': {
      content: 'var(--step)',
      position: 'absolute',
      insetBlock: '0',
      left: '0',
      width: 'max(var(--swipe), -1 * var(--swipe))',
      display: 'grid',
      placeItems: 'center',
      overflow: 'hidden',
      paddingInline: '2',
      textAlign: 'center',
      fontSize: 'sm',
      fontWeight: 'strong',
      background: 'primary',
      color: 'card',
    },
    '&[data-swiped=left]::after': { left: 'auto', right: '0', background: 'ink', color: 'paper' },
  },
  '[hidden]': { display: 'none !important' },
  '*, *::before, *::after': {
    _reducedMotion: {
      // The duration must be 0: a very short animation may end before a closing dialog listens for its end.
      animationDuration: '0s !important',
      animationIterationCount: '1 !important',
      transitionDuration: '0s !important',
      scrollBehavior: 'auto !important',
    },
  },
})
