# Completion of postrider for fish. To use it: postrider completion fish > ~/.config/fish/completions/postrider.fish

function __postrider_is_at
    set -l place
    set -l is_value
    set -l typed (commandline -opc)
    for next in $typed[2..-1]
        if test -n "$is_value"
            set is_value
            continue
        end
        switch $next
            case --plan
                set is_value yes
        end
        switch (string trim -- "$place $next")
            case 'key'
                set place (string trim -- "$place $next")
        end
    end
    test "$place" = "$argv[1]"
end

complete -c postrider -n "__postrider_is_at 'key'" -f -a list -d 'list an account\'s keys: all'
complete -c postrider -n "__postrider_is_at 'key'" -l json -d 'print JSON'
complete -c postrider -n "__postrider_is_at 'key'" -l plan -x -a 'free pro' -d 'the plan'