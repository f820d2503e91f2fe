import addonA11y from '@storybook/addon-a11y'
import addonDocs from '@storybook/addon-docs'
import { definePreview } from '@storybook/react-vite'
import '../src/theme/global.css'

const paper = { background: 'var(--colors-paper)', color: 'var(--colors-ink)', padding: '1rem' }

/** Storybook's frame: every story is checked by axe, in the theme of the toolbar or in the one its story asks for. */
export default definePreview({
  addons: [addonA11y(), addonDocs()],

  parameters: {
    a11y: { test: 'error' },
    layout: 'fullscreen',
    viewport: {
      options: {
        phone: { name: 'Phone', styles: { width: '390px', height: '844px' }, type: 'mobile' },
        tablet: { name: 'Tablet', styles: { width: '768px', height: '1024px' }, type: 'tablet' },
        desk: { name: 'Desk', styles: { width: '1440px', height: '900px' }, type: 'desktop' },
      },
    },
    controls: { expanded: true },
    options: { storySort: { order: ['Foundations', 'Kit', 'Blocks', 'App'] } },
  },

  globalTypes: {
    theme: {
      description: 'Theme',
      toolbar: {
        title: 'Theme',
        icon: 'contrast',
        dynamicTitle: true,
        items: [
          { value: 'light', title: 'Light' },
          { value: 'dark', title: 'Dark' },
          { value: 'both', title: 'Both' },
        ],
      },
    },
  },
  initialGlobals: { theme: 'light' },

  decorators: [
    (Story, { globals: { theme } }) => {
      document.documentElement.dataset.theme = theme === 'dark' ? 'dark' : 'light'
      if (theme !== 'both') {
        return (
          <div style={paper}>
            <Story />
          </div>
        )
      }
      return (
        <div style={{ display: 'grid', gridTemplateColumns: '1fr 1fr' }}>
          {['light', 'dark'].map((side) => (
            <div key={side} data-theme={side} style={{ ...paper, minHeight: '100vh' }}>
              <Story />
            </div>
          ))}
        </div>
      )
    },
  ],
})
