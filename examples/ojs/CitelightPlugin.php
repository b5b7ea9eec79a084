<?php

/**
 * Adds <cite-light> to the HTML galleys of a journal (Open Journal Systems 3.4).
 *
 * The full text of an article is in its HTML galley, a document of its own that OJS shows in a frame; the article's
 * landing page has the abstract only. So the element goes into the galley, as it is sent.
 */

namespace APP\plugins\generic\citelight;

use APP\core\Application;
use APP\file\PublicFileManager;
use APP\template\TemplateManager;
use PKP\plugins\GenericPlugin;
use PKP\plugins\Hook;

class CitelightPlugin extends GenericPlugin
{
    public function register($category, $path, $mainContextId = null)
    {
        if (!parent::register($category, $path, $mainContextId)) {
            return false;
        }
        if ($this->getEnabled($mainContextId)) {
            Hook::add('ArticleHandler::download', [$this, 'addToGalley']);
        }
        return true;
    }

    public function getDisplayName()
    {
        return __('plugins.generic.citelight.displayName');
    }

    public function getDescription()
    {
        return __('plugins.generic.citelight.description');
    }

    /**
     * Puts the element at the top of an HTML galley; its pictures and style sheets pass by.
     *
     * @param string $hookName
     * @param array $args [article, galley, id of the file that is asked for]
     */
    public function addToGalley($hookName, $args)
    {
        [, $galley, $fileId] = $args;
        $isText = $galley
            && $galley->getFileType() === 'text/html'
            && $galley->getData('submissionFileId') == $fileId;
        if ($isText) {
            $element = $this->element($galley->getId());
            ob_start(
                fn (string $html) => preg_replace_callback(
                    '/<body\b[^>]*>/i',
                    fn (array $match) => $match[0] . $element,
                    $html,
                    1
                ) ?? $html
            );
        }
        // Whoever sends the galley goes on.
        return false;
    }

    /** The element's markup; with the findings of the galley where there are some. */
    private function element(int $galleyId): string
    {
        $request = Application::get()->getRequest();
        $baseUrl = $request->getBaseUrl();
        $files = (new PublicFileManager())->getContextFilesPath($request->getContext()->getId());
        $findings = "{$files}/citelight/{$galleyId}.json";
        $templateMgr = TemplateManager::getManager($request);
        $templateMgr->assign([
            'citelightPlugin' => "{$baseUrl}/{$this->getPluginPath()}",
            'citelightFindings' => file_exists($findings) ? "{$baseUrl}/{$findings}" : null,
        ]);
        return $templateMgr->fetch($this->getTemplateResource('element.tpl'));
    }
}
