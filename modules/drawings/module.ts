import { defineModule } from '#core/module/define-module.ts'
import { keyLists } from '#blocks/find/finders.ts'
import { dayPapers, newsOf, projectNews, projectTabs } from '../projects/index.ts'
import { placeLinks } from '../work-items/index.ts'
import { drawingRevisions, drawings, drawingSheets, markups } from './entities.ts'
import { admins, viewsDrawings } from './guards.ts'

export default defineModule({
  entities: [drawings, drawingSheets, drawingRevisions, markups],
  needs: [drawingSheets],
  keeps: () => import('./parts/sets/kept-sheets.ts'),
  routes: {
    '/test_drawing_sheet': { guard: admins, needs: [], screen: () => import('./screens/test-sheet-screen.tsx') },
    '/projects/:project_id/drawings/sets/:set_id': {
      guard: viewsDrawings,
      screen: () => import('./screens/review-screen.tsx'),
    },
    '/projects/:project_id/drawings/:sheet_id': {
      guard: viewsDrawings,
      titled: true,
      screen: () => import('./screens/sheet-screen.tsx'),
    },
    '/projects/:project_id/drawings/:sheet_id/compare': {
      guard: viewsDrawings,
      screen: () => import('./screens/compare-screen.tsx'),
    },
  },
  fills: [
    keyLists(
      {
        title: 'Sheets of drawings',
        keys: [
          ['[, ]', 'Sheet before and after'],
          ['+, −, 0', 'Larger, smaller, the whole sheet'],
          ['Ctrl F', 'Find words on it'],
          ['A letter', 'Take the tool whose hint names it'],
          ['Ctrl C, Ctrl V', 'Copy a mark and paste it'],
          ['Delete', 'Remove a mark'],
        ],
      },
      { guard: viewsDrawings, order: 20 },
    ),
    dayPapers(() => import('./parts/sets/sheet-of-day.tsx'), { guard: viewsDrawings }),
    projectNews(
      newsOf({
        entity: drawingSheets,
        label: 'Sheet',
        at: ({ revised_at }) => revised_at,
        text: ({ number, title, revision }) => `${number} ${title}${revision === null ? '' : `, rev ${revision}`}`,
        to: ({ id }) => `drawings/${id}`,
      }),
      { guard: viewsDrawings, order: 30 },
    ),
    placeLinks(() => import('./parts/pins/place-link.tsx'), { guard: viewsDrawings }),
    projectTabs(
      { to: 'drawings', label: 'Drawings', phone: 10, screen: () => import('./screens/drawings-tab.tsx') },
      { guard: viewsDrawings, order: 20 },
    ),
  ],
})
