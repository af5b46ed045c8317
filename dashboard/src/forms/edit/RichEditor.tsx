import { RichTextEditor } from '@mantine/tiptap';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Typography.css';
import '@mantine/tiptap/styles.css';
import {
  RICOS_ATTRIBUTE,
  richContentToTipTap,
  ricosTypes,
  type TipTapNode,
  tipTapToRichContent,
} from '@portico/domain';
import { Extension, Mark, Node } from '@tiptap/core';
import { useEditor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import classes from './RichEditor.module.css';

/** What the editor has no counterpart for stands in the text as a grey word, and is kept whole. */
const kept = (name: string, inline: boolean) =>
  Node.create({
    name,
    group: inline ? 'inline' : 'block',
    inline,
    atom: true,
    addAttributes: () => ({ node: { default: null, rendered: false } }),
    renderHTML: ({ node }) => ['span', { class: classes.kept }, kindOf(node.attrs.node)],
  });

const KeptDecoration = Mark.create({
  name: ricosTypes.mark,
  // several may stand on one text
  excludes: '',
  addAttributes: () => ({ decoration: { default: null, rendered: false } }),
  renderHTML: () => ['span', {}, 0],
});

/** Carries what a node or mark of the document holds beside what the editor knows. */
const KeptAttribute = Extension.create({
  name: 'keptAttribute',
  addGlobalAttributes: () => [
    {
      types: [
        'paragraph',
        'heading',
        'bulletList',
        'orderedList',
        'listItem',
        'blockquote',
        'codeBlock',
        'horizontalRule',
        'bold',
        'italic',
        'underline',
        'strike',
        'link',
      ],
      attributes: { [RICOS_ATTRIBUTE]: { default: null, rendered: false } },
    },
  ],
});

const extensions = [
  StarterKit.configure({ link: { openOnClick: false, defaultProtocol: 'https' }, code: false }),
  kept(ricosTypes.block, false),
  kept(ricosTypes.inline, true),
  KeptDecoration,
  KeptAttribute,
];

interface RichEditorProps {
  labelledBy: string;
  value: unknown;
  onChange: (content: unknown) => void;
}

export function RichEditor({ labelledBy, value, onChange }: RichEditorProps) {
  const editor = useEditor({
    extensions,
    content: richContentToTipTap(value),
    // the policy of the page knows no inline style sheet; the few rules needed stand in the module
    injectCSS: false,
    editorProps: { attributes: { 'aria-labelledby': labelledBy, role: 'textbox', 'aria-multiline': 'true' } },
    onUpdate: ({ editor: written }) =>
      onChange(written.isEmpty ? undefined : tipTapToRichContent(written.getJSON() as TipTapNode)),
  });
  return (
    <RichTextEditor editor={editor} className={classes.editor}>
      <RichTextEditor.Toolbar>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Bold />
          <RichTextEditor.Italic />
          <RichTextEditor.Underline />
          <RichTextEditor.Strikethrough />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.H2 />
          <RichTextEditor.H3 />
          <RichTextEditor.BulletList />
          <RichTextEditor.OrderedList />
          <RichTextEditor.Blockquote />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Link />
          <RichTextEditor.Unlink />
        </RichTextEditor.ControlsGroup>
      </RichTextEditor.Toolbar>
      <RichTextEditor.Content />
    </RichTextEditor>
  );
}

const kindOf = (node: unknown): string => {
  const { type } = (node ?? {}) as { type?: unknown };
  return typeof type === 'string' ? type.toLowerCase().replaceAll('_', ' ') : 'content';
};
