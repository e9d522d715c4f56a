@echo off
rem Runs localrag from this checkout; on first use it sets up .venv with what answering needs.
setlocal EnableExtensions DisableDelayedExpansion
for %%I in ("%~dp0..") do set "root=%%~fI"
set "python=%root%\.venv\Scripts\python.exe"

rem The stamp tells sizes and times of what was installed; it is written last, so without it nothing counts.
set "wanted="
for %%F in ("%root%\pyproject.toml" "%root%\constraints.txt") do call set "wanted=%%wanted%%%%~fF %%~zF %%~tF;"
set "found="
if exist "%root%\.venv\localrag-runtime.stamp" set /p found=<"%root%\.venv\localrag-runtime.stamp"
if exist "%python%" if "%found%"=="%wanted%" goto ready
call :set_up
if errorlevel 1 exit /b 1

:ready
rem A cache of compiled modules is worth 0.3 s a start; foreign modules must not be mixed in.
set "PYTHONDONTWRITEBYTECODE="
set "PYTHONHOME="
set "PYTHONPATH="
set "LOCALRAG_CHECKOUT=%root%"
rem -P: what lies in the caller's folder is data, never a module.
"%python%" -P -m localrag %*
exit /b %errorlevel%

:set_up
for %%P in ("py -3" "python3" "python") do (
    %%~P -c "import sys; sys.exit(sys.version_info < (3, 11))" >nul 2>nul && (
        %%~P "%root%\scripts\set_up.py" runtime "%wanted%"
        exit /b
    )
)
echo localrag: Python 3.11 or newer is needed, with pip and venv.>&2
exit /b 1
